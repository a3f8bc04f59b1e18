import type { Activity, Bucket, Figures } from '@recado/contract/dashboard/activity'
import { useMemo, useState } from 'preact/hooks'
import { Table } from '../../parts/table.tsx'
import { text } from '../../text/choose.ts'
import { Bars } from './bars.tsx'
import { momentOf, shortMomentOf } from './format.ts'
import { formatValue, type Panel, type Series } from './panels.ts'
import { topOf } from './top.ts'

type Span = Pick<Bucket, 'start' | 'end'>
/** The list that a part of a bar counts. */
export type HrefOf = (series: Series, span: Span) => string

type ChartProps = {
  readonly panel: Panel
  readonly activity: Activity
  readonly selected: number | null
  readonly onSelect: (index: number | null) => void
  readonly hrefOf: HrefOf
}

/** One chart, with a legend of its figures for the chosen moment, or for the whole range. */
export function Chart({ panel, activity, selected, onSelect, hrefOf }: ChartProps) {
  const { buckets, per, total } = activity
  const chosen = selected === null ? undefined : buckets[selected]
  const top = useMemo(() => topOf(panel, buckets), [panel, buckets])
  const first = buckets[0]
  const last = buckets.at(-1)
  if (first === undefined || last === undefined) return null
  const span = chosen ?? { start: first.start, end: last.end }
  return (
    <section class="card chart" aria-labelledby={`chart-${panel.name}`}>
      <div class="heads">
        <h2 id={`chart-${panel.name}`}>{panel.title}</h2>
        <span class="muted small cut">{chosen ? momentOf(chosen, per) : panel.about}</span>
      </div>
      <Legend {...{ panel, hrefOf, span }} figures={chosen ?? total} />
      <div class="plot">
        <span class="muted top">{formatValue(panel, top)}</span>
        <Bars {...{ panel, buckets, top, selected, onSelect, hrefOf }} />
        <div class="axis muted">
          {ticksOf(buckets).map(({ start }) => (
            <span key={start}>{shortMomentOf(start, per, activity.from === activity.to)}</span>
          ))}
        </div>
      </div>
      <AsTable {...{ panel, activity, hrefOf }} />
    </section>
  )
}

type LegendProps = {
  readonly panel: Panel
  readonly figures: Figures
  readonly span: Span
  readonly hrefOf: HrefOf
}

function Legend({ panel, figures, span, hrefOf }: LegendProps) {
  const { series, kind, isPlain, more } = panel
  const whole = series.reduce((sum, { value }) => sum + value(figures), 0)
  const [only] = series
  if (isPlain && only !== undefined)
    return (
      <div class="legend">
        <a class="figure" href={hrefOf(only, span)}>
          {formatValue(panel, whole)}
        </a>
      </div>
    )
  return (
    <div class="legend">
      {kind === 'counts' ? <strong class="figure">{formatValue(panel, whole)}</strong> : null}
      <ul>
        {series.map((one) => (
          <li key={one.name}>
            <a href={hrefOf(one, span)} class={one.value(figures) === 0 ? 'muted' : undefined}>
              <span class={`swatch ${one.tone}`} aria-hidden="true" />
              {one.label} <strong>{formatValue(panel, one.value(figures))}</strong>
            </a>
          </li>
        ))}
        <li class="muted">{more(figures)}</li>
      </ul>
    </div>
  )
}

function ticksOf(buckets: readonly Bucket[]): readonly Bucket[] {
  const wanted = Math.min(4, buckets.length)
  const at = (n: number) => buckets[Math.floor((n * buckets.length) / wanted)]
  return Array.from({ length: wanted }, (_, n) => at(n)).filter((one) => one !== undefined)
}

/** The same figures as a table, for reading, copying and screen readers. */
function AsTable({ panel, activity, hrefOf }: Pick<ChartProps, 'panel' | 'activity' | 'hrefOf'>) {
  const [isOpen, setOpen] = useState(false)
  const texts = text().activity
  const { series } = panel
  const rows = activity.buckets.filter((bucket) => series.some(({ value }) => value(bucket) > 0))
  if (rows.length === 0) return null
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.table}</summary>
      {isOpen ? (
        <Table
          label={`${panel.title}, ${texts.table}`}
          columns={[texts.when, ...series.map(({ label }) => label)]}
        >
          {rows.toReversed().map((bucket) => (
            <tr key={bucket.start}>
              <th scope="row">{momentOf(bucket, activity.per)}</th>
              {series.map((one) => (
                <td key={one.name} data-label={one.label}>
                  <Cell
                    value={formatValue(panel, one.value(bucket))}
                    href={one.value(bucket) === 0 ? null : hrefOf(one, bucket)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </Table>
      ) : null}
    </details>
  )
}

/** A value of zero has no link. */
function Cell({ value, href }: { value: string; href: string | null }) {
  return href === null ? <span class="muted">{value}</span> : <a href={href}>{value}</a>
}
