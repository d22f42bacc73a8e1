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

#define SYS_arch_prctl 158
#define SYS_exit_group 231
#define ARCH_SET_FS 0x1002
#define EXIT_FAILURE 126

// The kernel enters here with SP at argc and the other registers, the frame
// pointer among them, zero. The g pointer of Go code on amd64
// lives in thread-local storage at FS-8, so FS has to point somewhere first:
// behind the last word of bootG, which nothing else uses.
TEXT ·start(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	CLD
	ANDQ $~15, SP
	LEAQ ·bootG+1024(SB), SI
	MOVQ $ARCH_SET_FS, DI
	MOVQ $SYS_arch_prctl, AX
	SYSCALL
	TESTQ AX, AX
	JNE  fail
	LEAQ ·bootG(SB), BX
	MOVQ SP, STACK_HI(BX)
	LEAQ -STACK_SIZE(SP), CX
	MOVQ CX, STACK_LO(BX)
	ADDQ $STACK_GUARD, CX
	MOVQ CX, STACKGUARD0(BX)
	MOVQ CX, STACKGUARD1(BX)
	MOVQ BX, (TLS)
	CALL ·run(SB)

fail:
	MOVL $EXIT_FAILURE, DI
	MOVL $SYS_exit_group, AX
	SYSCALL
	INT  $3
	JMP  fail
