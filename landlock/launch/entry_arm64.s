#include "textflag.h"

// Offsets into the runtime's type g, which begins with
// stack.lo, stack.hi, stackguard0, stackguard1.
#define STACK_LO 0
#define STACK_HI 8
#define STACKGUARD0 16
#define STACKGUARD1 24

// Room that code here may use of the process stack, and the part of it that
// functions without a stack check may overdraw (StackGuard of cmd/internal).
#define STACK_SIZE (64*1024)
#define STACK_GUARD 1024

// The kernel enters here with RSP at argc and the other registers, the frame
// pointer among them, zero. The g pointer of Go code on arm64
// is a register.
TEXT ·start(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	MOVD $·bootG(SB), g
	MOVD RSP, R0
	MOVD R0, STACK_HI(g)
	SUB  $STACK_SIZE, R0, R0
	MOVD R0, STACK_LO(g)
	ADD  $STACK_GUARD, R0, R0
	MOVD R0, STACKGUARD0(g)
	MOVD R0, STACKGUARD1(g)
	SUB  $32, RSP
	BL   ·run(SB)
	BRK
