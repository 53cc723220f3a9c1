// Random bytes.

#ifndef SECURITY_SECRANDOM_H
#define SECURITY_SECRANDOM_H

#include <stddef.h>

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/// Where random bytes come from.
typedef const struct __SecRandom *SecRandomRef;

/// The one source there is: the system's.
extern const SecRandomRef _Nullable kSecRandomDefault;

/// Fills `bytes` with `count` random bytes that nobody can foretell.
///
/// The answer is `errSecSuccess`, or `errSecParam` where `bytes` is NULL and `count` is not 0.
int SecRandomCopyBytes(SecRandomRef _Nullable source, size_t count, void *_Nonnull bytes);

CF_EXTERN_C_END

#endif
