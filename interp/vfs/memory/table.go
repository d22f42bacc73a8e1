package memory

const (
	tableBits = 5
	tableMask = 1<<tableBits - 1
)

// A table finds inodes by number: a radix tree whose nodes, like the inodes
// themselves, belong to one owner and are copied before another changes them.
type table struct {
	own    *owner
	root   *node
	height uint
}

// An owner is a side of a snapshot. It has a size so that each has an address
// of its own.
type owner struct{ _ byte }

type node struct {
	own    *owner
	used   int
	kids   []*node
	inodes []*inode
}

func newTable() table { return table{own: new(owner)} }

// split returns the table of a snapshot. Neither side owns what there is.
func (t *table) split() table {
	t.own = new(owner)
	return table{own: new(owner), root: t.root, height: t.height}
}

func (t *table) get(ino uint64) *inode {
	if ino>>(tableBits*(t.height+1)) != 0 {
		return nil
	}
	n := t.root
	for h := t.height; h > 0 && n != nil; h-- {
		n = n.kids[ino>>(tableBits*h)&tableMask]
	}
	if n == nil {
		return nil
	}
	return n.inodes[ino&tableMask]
}

// edit returns the inode to be changed in place, which makes it the owner's.
func (t *table) edit(ino uint64) *inode {
	i := t.get(ino)
	if i.own != t.own {
		i = i.clone(t.own)
		t.put(ino, i)
	}
	return i
}

// put sets an inode; nil takes it away.
func (t *table) put(ino uint64, i *inode) {
	for t.root == nil || ino>>(tableBits*(t.height+1)) != 0 {
		if t.root == nil {
			t.root = t.node(0)
			t.height = 0
			continue
		}
		up := t.node(t.height + 1)
		up.kids[0], up.used = t.root, 1
		t.root = up
		t.height++
	}
	t.root = t.set(t.root, t.height, ino, i)
}

func (t *table) node(height uint) *node {
	n := &node{own: t.own}
	if height == 0 {
		n.inodes = make([]*inode, 1<<tableBits)
	} else {
		n.kids = make([]*node, 1<<tableBits)
	}
	return n
}

// set returns n with the inode set, nil when nothing is left in it.
func (t *table) set(n *node, height uint, ino uint64, i *inode) *node {
	if n == nil {
		if i == nil {
			return nil
		}
		n = t.node(height)
	}
	if n.own != t.own {
		c := &node{own: t.own, used: n.used}
		c.kids = append(c.kids, n.kids...)
		c.inodes = append(c.inodes, n.inodes...)
		n = c
	}
	k := ino >> (tableBits * height) & tableMask
	if height == 0 {
		n.used += present(i != nil) - present(n.inodes[k] != nil)
		n.inodes[k] = i
	} else {
		kid := t.set(n.kids[k], height-1, ino, i)
		n.used += present(kid != nil) - present(n.kids[k] != nil)
		n.kids[k] = kid
	}
	if n.used == 0 {
		return nil
	}
	return n
}

func present(b bool) int {
	if b {
		return 1
	}
	return 0
}
