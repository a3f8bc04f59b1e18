/** Whether a parked intent is one that a provider told beyond a bound: no fault of ours, and no retry mends it. */
export const IS_BEYOND_A_BOUND = "error like 'BoundBroken:%'"
