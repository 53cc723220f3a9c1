// On Apple's platforms the framework brings Foundation along, and sources rely on it.
@_exported public import Foundation
