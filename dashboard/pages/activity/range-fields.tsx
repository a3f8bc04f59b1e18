import { useId } from 'preact/hooks'
import { Choice } from '../../parts/field.tsx'
import { NumberChoice } from '../../parts/number-choice.tsx'
import { text } from '../../text/choose.ts'
import { RANGES, type Range, usualRange } from './range.ts'

const NAMES = Object.keys(RANGES) as (keyof typeof RANGES)[]

type Props = {
  readonly range: Range
  readonly connection: string
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
}

/** The fields for the days, the step and the number. */
export function RangeFields({ range, connection, onChange }: Props) {
  const texts = text().activity
  return (
    <div class="range">
      <fieldset class="choices">
        <legend class="hidden">{texts.range}</legend>
        {NAMES.map((name) => {
          const usual = usualRange(name)
          return (
            <button
              type="button"
              key={name}
              aria-pressed={isSame(usual, range)}
              onClick={() => onChange(usual)}
            >
              {texts.ranges[name]}
            </button>
          )
        })}
      </fieldset>
      <div class="row filters">
        <DayField label={texts.from} value={range.from} onChange={(from) => onChange({ from })} />
        <DayField label={texts.to} value={range.to} onChange={(to) => onChange({ to })} />
        <Choice
          label={texts.per}
          value={range.per}
          choices={[
            ['hour', texts.hour],
            ['day', texts.day],
          ]}
          onChange={(per) => onChange({ per })}
        />
        <NumberChoice
          value={connection}
          onChange={(connection_id) => onChange({ connection_id })}
        />
      </div>
    </div>
  )
}

function isSame(a: Range, b: Range): boolean {
  return a.per === b.per && a.from === b.from && a.to === b.to
}

function DayField(props: { label: string; value: string; onChange: (day: string) => void }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <input
        id={id}
        type="date"
        value={props.value}
        min="2000-01-01"
        max="2999-12-31"
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') props.onChange(value)
        }}
      />
    </div>
  )
}
