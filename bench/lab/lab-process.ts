/**
 * Whose processor time a process uses: that of the product, of a server that the product and its raw limits share, of a
 * raw limit, or of the world outside, such as a simulated provider, which no row counts.
 */
export type Role = 'product' | 'server' | 'raw' | 'outside'

/** A process that a bench has started. */
export type LabProcess = { readonly name: string; readonly pid: number; readonly role: Role }
