/**
 * Brings the data of a fact from one version to the next. It is total: whatever stands in a log as the one comes out as the
 * other. Never edited after release.
 */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => object

/** By type of fact, the steps from version 1 on: with one step the present version is 2. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

/** No fact has changed its shape yet; docs/upgrading.md says when one has to be here, and how. */
const UPCASTERS: Upcasters = {}

/** How facts of older shapes are read. */
export type Upcasting = {
  /** The version that facts of a type are written in. */
  versionOf(type: string): number
  /**
   * The data as the present version has it. Of a version that is none, or a later one, nothing is known, and it stays.
   * @param version as it stands beside the fact
   */
  upcast(type: string, data: object, version: unknown): object
}

/** Reads facts by these steps. */
export function upcasting(upcasters: Upcasters): Upcasting {
  const steps = new Map(Object.entries(upcasters))
  return {
    versionOf: (type) => (steps.get(type)?.length ?? 0) + 1,
    upcast(type, data, version) {
      const all = steps.get(type)
      if (all === undefined || !Number.isInteger(version) || Number(version) < 1) return data
      return all.slice(Number(version) - 1).reduce(step, data)
    },
  }
}

/** The facts of the product. */
export const FACTS: Upcasting = upcasting(UPCASTERS)

function step(data: object, upcaster: Upcaster): object {
  return upcaster({ ...data })
}
