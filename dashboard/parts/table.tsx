import type { ComponentChildren } from 'preact'
import { text } from '../text/choose.ts'
import { PLACEHOLDERS, Placeholder } from './states.tsx'
import { useFits } from './use-fits.ts'

/** A table whose heads stay in view. One that is wider than the page scrolls on its own. */
export function Table(props: {
  label: string
  columns: readonly string[]
  /** The columns of numbers, whose heads are aligned with the digits. */
  numbers?: readonly string[]
  /** Whether a last column has buttons. */
  hasActions?: boolean
  children: ComponentChildren
}) {
  const { frame, fits } = useFits()
  return (
    <section
      ref={frame}
      class={fits ? 'table fits' : 'table'}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it by the arrow keys
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th
                scope="col"
                key={column}
                class={props.numbers?.includes(column) ? 'number' : undefined}
              >
                {column}
              </th>
            ))}
            {props.hasActions ? (
              <th scope="col">
                <span class="hidden">{text().act.actions}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  )
}

/**
 * Placeholder rows.
 * @param cells the class of each cell; `th` is the row's head, `person` and `th person` have a name and a phone, null is a
 *   mostly empty cell
 */
export function RowPlaceholders({ cells }: { cells: readonly (string | null)[] }) {
  return (
    <>
      {Array.from({ length: PLACEHOLDERS }, (_, n) => (
        <tr key={n}>{cells.map(cellPlaceholder)}</tr>
      ))}
    </>
  )
}

function cellPlaceholder(kind: string | null, column: number) {
  if (kind === null) return <td key={column} />
  const content = (
    <>
      <Placeholder />
      {kind.endsWith('person') ? <Placeholder kind="small" /> : null}
    </>
  )
  return kind.startsWith('th') ? (
    <th key={column} scope="row">
      {content}
    </th>
  ) : (
    <td key={column} class={kind}>
      {content}
    </td>
  )
}
