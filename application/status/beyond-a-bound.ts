/**
 * SQL condition: an intent is parked because a value exceeds its bound, which is no fault of ours and no retry mends.
 */
export const IS_BEYOND_A_BOUND = "error like 'BoundBroken:%'"
