#include "CCoreFoundation.h"
