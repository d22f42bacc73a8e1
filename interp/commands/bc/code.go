package bc

// An opcode is what an instruction does.
type opcode byte

const (
	opConst     opcode = iota // push the number in text
	opArray                   // push the array arg, to be handed to a function
	opLoad                    // push the variable arg
	opStore                   // the variable arg becomes the value on the top, which stays
	opAdd1                    // add 1 to the variable arg
	opSub1                    // subtract 1 from it
	opLoadElem                // the subscript on the top becomes the element of the array arg
	opStoreElem               // the element becomes the value above its subscript, which goes
	opAdd1Elem                // add 1 to the element of the subscript on the top, which goes
	opSub1Elem                // subtract 1 from it
	opDup
	opSwap
	opPop
	opNegate
	opNot
	opBinary // the operator text on the two values on the top
	opSqrt
	opScale
	opLength
	opRead
	opRandom
	opShow   // print the value on the top and a newline
	opPrint  // print it
	opString // print text
	opEscape // print text, in which backslashes are escapes
	opJump   // go to the label arg
	opFalse  // go there if the value on the top, which goes, is 0
	opTrue   // go there if it is not
	opCall   // call the function arg with the arguments text, the last one first
	opReturn // go back with the value on the top
	opHalt
)

// An instruction is one step of the machine.
type instruction struct {
	op   opcode
	arg  int
	text string
	// adr is the address behind it in GNU bc's code, which messages tell.
	adr int
	// value is what the digits of a number come to in a base of base.
	value num
	base  int
}

// A code is what a line of statements, or a function, is compiled to.
type code struct {
	list   []instruction
	labels []int // to where in list
	size   int   // of GNU bc's code
}

// A function of the program.
type function struct {
	name   string
	params []parameter
	autos  []parameter
	body   *code
	void   bool
	native mathFunction // instead of body
}

// A parameter, or an automatic variable.
type parameter struct {
	id               int
	array, reference bool
}

// emit adds an instruction that takes size bytes in GNU bc's code.
func (c *code) emit(op opcode, arg int, text string, size int) {
	c.size += size
	c.list = append(c.list, instruction{op: op, arg: arg, text: text, adr: c.size})
}

// plain emits an instruction without arguments.
func (c *code) plain(op opcode) {
	size := 1
	if op >= opSqrt && op <= opRandom {
		size = 2
	}
	c.emit(op, 0, "", size)
}

// number pushes digits, without the zeros that lead.
func (c *code) number(digits string) {
	size := len(digits) + 2
	if digits == "0" || digits == "1" {
		size = 1
	}
	c.emit(opConst, 0, digits, size)
}

// named emits what is about a variable, an array or a function.
func (c *code) named(op opcode, id int) { c.emit(op, id, "", 1+nameSize(id)) }

// nameSize is how many bytes GNU bc has for the number of a name.
func nameSize(id int) int {
	if id < 128 {
		return 1
	}
	return 2
}

// label makes a label without a place.
func (c *code) label() int {
	c.labels = append(c.labels, -1)
	return len(c.labels) - 1
}

// place gives a label its place: here.
func (c *code) place(label int) { c.labels[label] = len(c.list) }

// jump emits a jump.
func (c *code) jump(op opcode, label int) { c.emit(op, label, "", 3) }
