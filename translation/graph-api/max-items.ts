/** The most items that are read of one change: more than a post of 3 MB can hold of real ones. Each costs memory while it waits. */
export const MAX_ITEMS = 20_000
