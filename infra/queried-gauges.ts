import { Gauge, type Registry } from 'prom-client'
import { withTimeout } from './concurrency/with-timeout.ts'
import { DEADLINES } from './deadlines.ts'

/** Figures that are queried when metrics are collected, for example from Postgres. */
type QueriedFigures<Figures extends string> = {
  readonly registry: Registry
  readonly helps: Readonly<Record<Figures, string>>
  ask(): Promise<Partial<Record<Figures, number>> | null>
}

/**
 * Adds gauges that are queried at each collection; concurrent collections share one query. A figure that is unknown
 * or late is left out: an old value would suggest that all is well while the server is away.
 */
export function queriedGauges<Figures extends string>(of: QueriedFigures<Figures>): void {
  const ask = shareQuery(of.ask)
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

/** As queriedGauges, for one metric whose figures differ in a label. */
export function queriedByLabel<Label extends string>(of: {
  readonly registry: Registry
  readonly name: string
  readonly help: string
  readonly label: Label
  ask(): Promise<Readonly<Record<string, number>>>
}): void {
  const { registry, name, help, label } = of
  const ask = shareQuery(of.ask)
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

/** Shares one running query among all callers; null when it fails or takes longer than DEADLINES.figure. */
function shareQuery<T>(ask: () => Promise<T>): () => Promise<T | null> {
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
