/**
 * Converts the data of a fact from one version to the next. Total: any data that a log holds in the one version
 * becomes valid in the other. Never edited after release.
 */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => object

/** The steps from version 1 on, by fact type: with one step the present version is 2. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

/** Empty: no fact has changed its shape yet. docs/upgrading.md says when and how to add a step. */
const UPCASTERS: Upcasters = {}

/** Reads facts of older shapes. */
export type Upcasting = {
  /** The version that facts of a type are written in. */
  versionOf(type: string): number
  /**
   * The data in the present version. Data of an invalid or a later version is returned as it is.
   * @param version from the metadata of the fact
   */
  upcast(type: string, data: object, version: unknown): object
}

export function upcasting(upcasters: Upcasters): Upcasting {
  const steps = new Map(Object.entries(upcasters))
  return {
    versionOf: (type) => (steps.get(type)?.length ?? 0) + 1,
    upcast(type, data, version) {
      const all = steps.get(type)
      if (all === undefined || !Number.isInteger(version) || Number(version) < 1) return data
      return all.slice(Number(version) - 1).reduce(applyUpcaster, data)
    },
  }
}

/** The upcasters of the product. */
export const FACT_UPCASTING: Upcasting = upcasting(UPCASTERS)

function applyUpcaster(data: object, upcaster: Upcaster): object {
  return upcaster({ ...data })
}
