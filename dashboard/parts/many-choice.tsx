import { useId, useState } from 'preact/hooks'
import { text } from '../text/choose.ts'

type ManyChoiceProps = {
  readonly label: string
  /** The chosen names, separated by commas; empty for all. */
  readonly value: string
  readonly choices: readonly (readonly [string, string])[]
  /** The text when none is chosen. */
  readonly all: string
  readonly onChange: (value: string) => void
}

/** With more choices than this a search field is shown. */
const MAX_WITHOUT_SEARCH = 24
/** The width of the list and its distance from the edge, px. */
const LIST_WIDTH_PX = 304 + 16

/** A choice of any number of values; none chosen means all. */
export function ManyChoice({ label, value, choices, all, onChange }: ManyChoiceProps) {
  const id = useId()
  const chosen = value === '' ? [] : value.split(',')
  // An address may name a value that is not among the choices.
  const foreign = chosen.filter((one) => !choices.some(([name]) => name === one))
  const each = [...foreign.map((one) => [one, one] as const), ...choices]
  const shown = each.flatMap(([name, word]) => (chosen.includes(name) ? [word] : []))
  return (
    <div class="field many">
      <span id={`${id}-label`}>{label}</span>
      <button type="button" popoverTarget={id} aria-labelledby={`${id}-label ${id}-chosen`}>
        <span class="cut" id={`${id}-chosen`}>
          {shown.join(', ') || all}
        </span>
      </button>
      <fieldset id={id} popover="auto" aria-labelledby={`${id}-label`} onBeforeToggle={place}>
        <Choices chosen={chosen} each={each} all={all} onChange={onChange} />
      </fieldset>
    </div>
  )
}

type ChoicesProps = Pick<ManyChoiceProps, 'all' | 'onChange'> & {
  readonly chosen: readonly string[]
  readonly each: ManyChoiceProps['choices']
}

function Choices({ chosen, each, all, onChange }: ChoicesProps) {
  const [sought, setSought] = useState('')
  const narrow = sought.trim().toLowerCase()
  const toggle = (name: string) => {
    const others = chosen.filter((one) => one !== name)
    onChange((others.length < chosen.length ? others : [...chosen, name]).join(','))
  }
  return (
    <>
      {each.length > MAX_WITHOUT_SEARCH ? (
        <input
          type="search"
          aria-label={text().find.open}
          placeholder={text().find.open}
          value={sought}
          onInput={(event) => setSought(event.currentTarget.value)}
        />
      ) : null}
      <label class="check">
        <input type="checkbox" checked={chosen.length === 0} onChange={() => onChange('')} />
        {all}
      </label>
      {each.map(([name, words]) =>
        words.toLowerCase().includes(narrow) ? (
          <label class="check" key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            {words}
          </label>
        ) : null,
      )}
    </>
  )
}

/** Places the list below its button, within the window. */
function place({ currentTarget: list }: { readonly currentTarget: HTMLElement }): void {
  const button = list.previousElementSibling?.getBoundingClientRect()
  if (button === undefined) return
  list.style.left = `${Math.max(16, Math.min(button.left, innerWidth - LIST_WIDTH_PX))}px`
  list.style.top = `${button.bottom + scrollY + 4}px`
}
