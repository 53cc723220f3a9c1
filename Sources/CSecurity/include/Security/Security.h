// Everything of this library.

#ifndef SECURITY_SECURITY_H
#define SECURITY_SECURITY_H

#include <Security/SecAccessControl.h>
#include <Security/SecBase.h>
#include <Security/SecItem.h>
#include <Security/SecRandom.h>

#endif
