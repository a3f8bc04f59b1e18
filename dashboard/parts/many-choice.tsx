import { useId, useState } from 'preact/hooks'
import { text } from '../text/choose.ts'

type ManyChoiceProps = {
  readonly label: string
  /** Separated by commas; empty for all. */
  readonly value: string
  readonly choices: readonly (readonly [string, string])[]
  /** Said when none is chosen. */
  readonly all: string
  readonly onChange: (value: string) => void
}

/** From how many choices on they are narrowed by a word. */
const MANY = 24
/** Of the list, and its distance from the edge, px. */
const WIDTH = 304 + 16

/** Any of many: none chosen means all. */
export function ManyChoice({ label, value, choices, all, onChange }: ManyChoiceProps) {
  const id = useId()
  const chosen = value === '' ? [] : value.split(',')
  // An address may name what no choice says.
  const foreign = chosen.filter((one) => !choices.some(([name]) => name === one))
  const each = [...foreign.map((one) => [one, one] as const), ...choices]
  const said = each.flatMap(([name, word]) => (chosen.includes(name) ? [word] : []))
  return (
    <div class="field many">
      <span id={`${id}-label`}>{label}</span>
      <button type="button" popoverTarget={id} aria-labelledby={`${id}-label ${id}-said`}>
        <span class="cut" id={`${id}-said`}>
          {said.join(', ') || all}
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
      {each.length > MANY ? (
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
      {each.map(([name, said]) =>
        said.toLowerCase().includes(narrow) ? (
          <label class="check" key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            {said}
          </label>
        ) : null,
      )}
    </>
  )
}

/** Below its button, and within the window. */
function place({ currentTarget: list }: { readonly currentTarget: HTMLElement }): void {
  const button = list.previousElementSibling?.getBoundingClientRect()
  if (button === undefined) return
  list.style.left = `${Math.max(16, Math.min(button.left, innerWidth - WIDTH))}px`
  list.style.top = `${button.bottom + scrollY + 4}px`
}
