import type { Bucket } from '@recado/contract/dashboard/activity'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { isForOtherWindow } from '../../parts/click.ts'
import type { Panel, Series } from './panels.ts'

/** The height of the drawing and the width of a bar, in units of the viewBox, which is stretched to fit. */
const HEIGHT = 100
const STEP = 10

type BarsProps = {
  readonly panel: Panel
  readonly buckets: readonly Bucket[]
  readonly top: number
  readonly selected: number | null
  readonly onSelect: (index: number | null) => void
  readonly hrefOf: (series: Series, bucket: Bucket) => string
}

/** Bars, each part a link to the list it counts. Hidden from screen readers: the legend and a table say the same. */
export function Bars({ panel, buckets, top, selected, onSelect, hrefOf }: BarsProps) {
  const { route } = useLocation()
  const width = buckets.length * STEP
  const bars = useMemo(
    () =>
      buckets.flatMap((bucket, n) =>
        partsOf(panel, bucket, top).map((part) => ({ ...part, n, bucket })),
      ),
    [panel, buckets, top],
  )
  const drawn = useMemo(
    () =>
      bars.map(({ series, n, bucket, y, height }) => (
        <a
          key={`${n} ${series.name}`}
          href={hrefOf(series, bucket)}
          tabindex={-1}
          onClick={(event) => navigate(event, () => route(hrefOf(series, bucket)))}
        >
          <rect class={series.tone} x={n * STEP + 1} y={y} width={STEP - 2} height={height} />
        </a>
      )),
    [bars, hrefOf],
  )
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        const at = Math.floor(((clientX - left) / width) * buckets.length)
        onSelect(Math.max(0, Math.min(buckets.length - 1, at)))
      }}
      onPointerLeave={() => onSelect(null)}
    >
      {selected === null ? null : (
        <rect class="here" x={selected * STEP} y={0} width={STEP} height={HEIGHT} />
      )}
      {drawn}
    </svg>
  )
}

type Part = { readonly series: Series; readonly y: number; readonly height: number }

/** Counts are stacked; a time reaches from the top of the previous one to its own height. */
function partsOf({ kind, series }: Panel, bucket: Bucket, top: number): Part[] {
  let below = 0
  return series.flatMap((one) => {
    const value = one.value(bucket)
    if (value === 0) return []
    const reach = kind === 'counts' ? below + (value / top) * HEIGHT : logHeight(value, top)
    const from = below
    below = Math.max(below, reach)
    // Small values stay visible.
    const height = Math.max(below - from, 0.8)
    return [{ series: one, y: HEIGHT - from - height, height }]
  })
}

/** A logarithmic scale, because times differ by powers of ten. */
function logHeight(seconds: number, top: number): number {
  return (Math.log1p(seconds) / Math.log1p(top)) * HEIGHT
}

/** Navigates without loading the page, unless the click asks for another window. */
function navigate(event: MouseEvent, go: () => void): void {
  if (isForOtherWindow(event)) return
  event.preventDefault()
  go()
}
