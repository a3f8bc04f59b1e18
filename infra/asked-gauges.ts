import { Gauge, type Registry } from 'prom-client'
import { withTimeout } from './concurrency/with-timeout.ts'
import { DEADLINES } from './deadlines.ts'

/** A figure that is asked for when somebody looks, such as of Postgres. */
type Asked<Figures extends string> = {
  readonly registry: Registry
  /** What each figure means, by the name of its metric. */
  readonly helps: Readonly<Record<Figures, string>>
  /** What is known now; a figure left out, and all of them after an error, are unknown. */
  ask(): Promise<Partial<Record<Figures, number>> | null>
}

/**
 * Adds gauges that are filled when somebody looks, by one question for all who look at once. What cannot be known in
 * time is not told: an old value would say that all is well while the server that knows better is away.
 */
export function askedGauges<Figures extends string>(of: Asked<Figures>): void {
  const ask = askedOnce(of.ask)
  for (const name of Object.keys(of.helps) as Figures[])
    new Gauge({
      name,
      help: of.helps[name],
      registers: [of.registry],
      async collect() {
        const value = (await ask())?.[name]
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
}

/** As askedGauges, of one metric whose figures differ in a label. */
export function askedByLabel<Label extends string>(of: {
  readonly registry: Registry
  readonly name: string
  readonly help: string
  readonly label: Label
  /** Figures by the value of the label. */
  ask(): Promise<Readonly<Record<string, number>>>
}): void {
  const { registry, name, help, label } = of
  const ask = askedOnce(of.ask)
  new Gauge({
    ...{ name, help, registers: [registry] },
    labelNames: [label],
    async collect() {
      const figures = (await ask()) ?? {}
      this.reset()
      for (const [value, figure] of Object.entries(figures))
        this.set({ [label]: value } as Record<Label, string>, figure)
    },
  })
}

/** One question at a time, whose answer all get that ask meanwhile; null when it fails or is late. */
function askedOnce<T>(ask: () => Promise<T>): () => Promise<T | null> {
  let asking: Promise<T | null> | undefined
  return () => {
    asking ??= withTimeout(DEADLINES.figure, ask())
      .catch(() => null)
      .finally(() => {
        asking = undefined
      })
    return asking
  }
}
