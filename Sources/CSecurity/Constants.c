// The constants of SecItem.h and SecItemPriv.h, for the linker.
//
// The headers of Core Foundation are not on the path that the package manager gives a target in C, so that the layout
// of a constant string is declared here by hand, as the toolchain's CFString.h has it for `CFSTR`; that macro itself
// cannot stand outside of a function.

#include <stdint.h>

/// The class of constant strings in Foundation; its address is all that is used of it.
extern const char constant_string_class[] __asm__("$s10Foundation19_NSCFConstantStringCN");

/// A text that is an object from the start and is never freed.
struct constant_string {
  uintptr_t object_class;
  uintptr_t references;
  uint64_t info;
  const char *bytes;
  uint32_t byte_count;
};

_Static_assert(sizeof(void *) == 8, "the layout is that of machines with 64 bits");
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the information word is that of machines with the low byte first"
#endif

/// A count of references that retaining and releasing leave as it is.
#define PINNED 0x80000004FFFFFFFFu
/// Type ID 7, which is text; its bytes are ASCII, end in a zero byte and lie outside of the object.
#define ASCII_TEXT 0x07C8u

#define CONSTANT(name, text)                                                                \
  static struct constant_string name##_object = {                                           \
      (uintptr_t)constant_string_class, PINNED, ASCII_TEXT, "" text "", sizeof(text) - 1};  \
  extern const void *const name;                                                            \
  const void *const name = &name##_object;
#include "Constants.def"

/// The source of random bytes that `SecRandomCopyBytes` takes: there is one, and it needs no object.
extern const void *const kSecRandomDefault;
const void *const kSecRandomDefault = 0;
