// For sources that import `CoreFoundation` and `Security` in one file: both names then mean the same declarations.
//
// A program that depends on this product sees it in the place of the toolchain's module of that name, and loses what
// else that module has, such as run loops. Nothing here may import `CoreFoundation`: it would be this one.
@_exported public import Security
