/** SQL condition: an intent was parked for a value beyond its bound, which is no fault of ours and no retry mends. */
export const IS_BEYOND_A_BOUND = "error like 'BoundBroken:%'"
