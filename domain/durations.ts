export const HOUR_MS = 60 * 60 * 1_000

/** 24 hours, whatever clocks do. */
export const DAY_MS = 24 * HOUR_MS
