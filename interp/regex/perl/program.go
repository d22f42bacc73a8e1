package perl

// op is what an instruction does.
type op uint8

const (
	oChar     op = iota // r
	oString             // text
	oFold               // one of runes
	oSet                // set
	oAny                // no newline
	oAll                // any character
	oNewline            // \R
	oCluster            // \X
	oAssert             // r
	oKeep               // the match begins here
	oSplit              // x, or else y
	oJump               // x
	oRepeat             // the instruction behind it, min to max times
	oOpen               // reg: where a group began
	oClose              // reg: the group is what lies between
	oReturn             // the group num ends: back to who called it
	oCall               // the group num, at x
	oZero               // reg: no rounds yet
	oLoop               // another round at x, or y; reg: rounds
	oRound              // reg: where a round began
	oProgress           // x if the round from reg on was empty
	oAtomic             // reg: the height of the stack
	oCut                // back to that height
	oLook               // reg: height, and place in the next
	oLookEnd            // cut, back to the place
	oFreeEnd            // back to the place
	oNot                // oLook that goes on at x if what follows fails
	oNotEnd             // it did not: undo it, then fail
	oCondEnd            // of a lookaround that is a condition: it holds
	oCondNot            // likewise, but it was a negative one: x
	oBack               // num characters back
	oBackref            // one of nums
	oHas                // x unless one of nums took part
	oWithin             // x unless within a call of one of nums, or of any
	oVerb               // verb
	oMatch
	oFail
)

// An inst is an instruction.
type inst struct {
	op       op
	mode     mode
	verb     verb
	fold     bool
	ucp      bool
	x, y     int32
	reg, num int32
	min, max int32
	memo     int32 // the first of its marks of places that failed, -1 for none
	alt      int32 // of oSplit and oVerb: the alternation, for (*THEN)
	r        rune
	next     int16 // of oRepeat: the byte that must follow, -1 if unknown
	text     string
	runes    []rune
	set      *set
	nums     []int32
}

// Registers beside those of groups and loops.
const regKeep = 0
