#!/usr/bin/env bash
# Installs the library for C: libSecurityC.so, the headers, and what pkg-config says about them.
#   install.sh PREFIX [FOLDER]   FOLDER is where the library was built; without it a release build is made.
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=$(realpath --canonicalize-missing "${1:?usage: install.sh prefix [folder-of-the-built-library]}")
built=${2:-}
# What is installed is for `prefix`, and lies below DESTDIR where somebody packs it.
destination=${DESTDIR:-}$prefix

if [ -z "$built" ]; then
  swift build -c release --product SecurityC
  built=$(swift build -c release --show-bin-path)
fi

# The toolchain has the headers of Core Foundation and the libraries that ours builds on.
toolchain=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\([^"]*\)".*/\1/p')
[ -f "$toolchain/CoreFoundation/CFBase.h" ] || {
  echo "install: the toolchain has no headers of Core Foundation" >&2
  exit 1
}

install -d "$destination/lib/pkgconfig" "$destination/include/Security"
# Names of functions stay. The rest of what debuggers read is most of the file, and valgrind stumbles over it.
objcopy=$toolchain/../../bin/llvm-objcopy
[ -x "$objcopy" ] || objcopy=objcopy
"$objcopy" --strip-debug "$built/libSecurityC.so" "$destination/lib/libSecurityC.so"
chmod 755 "$destination/lib/libSecurityC.so"
install -m 644 Sources/CSecurity/include/Security/*.h "$destination/include/Security/"

# Without the definition, gcc does not tell the toolchain's headers which byte comes first.
cat >"$destination/lib/pkgconfig/swift-keychain.pc" <<END
prefix=$prefix
libdir=\${prefix}/lib
includedir=\${prefix}/include
toolchain=$toolchain

Name: swift-keychain
Description: Keychain Services for C
Version: 0.1.0
Cflags: -I\${includedir} -isystem \${toolchain} -D__LITTLE_ENDIAN__=1
Libs: -L\${libdir} -lSecurityC -L\${toolchain}/linux -lFoundation -lswiftCore -Wl,-rpath,\${libdir}:\${toolchain}/linux
END
echo "$destination/lib/libSecurityC.so"
