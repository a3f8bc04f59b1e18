/** A number with its noun, in the singular for one. */
export const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
