import type { Unit } from './unit.ts'

/** The most recently used units, at most `limit`. Holds committed state only. */
export class UnitCache {
  readonly #units = new Map<string, Unit>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(stream: string): Unit | undefined {
    const unit = this.#units.get(stream)
    if (unit) this.set(stream, unit)
    return unit
  }

  set(stream: string, unit: Unit): void {
    this.#units.delete(stream)
    this.#units.set(stream, unit)
    if (this.#units.size <= this.#limit) return
    for (const oldest of this.#units.keys()) {
      this.#units.delete(oldest)
      return
    }
  }

  clear(): void {
    this.#units.clear()
  }
}
