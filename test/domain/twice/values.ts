import fc from 'fast-check'

/** Few values of each, so that commands meet what earlier ones have left. */
export const times = fc.constantFrom(1, 2, 3).map((day) => `2026-01-0${day}T09:00:00.000Z`)
export const ids = fc.constantFrom(1, 2, 3).map((n) => `9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c0${n}`)
export const texts = fc.constantFrom('Ana', 'Rui', 'Bia')

export const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
/** The value, or undefined: the caller leaves the field out. */
export const orLeft = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })

/** An exemplar in which some fields vary. */
export function varied<Base extends object, Fields extends object>(
  base: Base,
  fields: { [K in keyof Fields]: fc.Arbitrary<Fields[K]> },
): fc.Arbitrary<Base & Fields> {
  return fc.record(fields).map((some) => ({ ...base, ...(some as Fields) }))
}
