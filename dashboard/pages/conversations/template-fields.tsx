import type { TemplateText } from '@recado/contract/dashboard/template'
import { Field } from '../../parts/field.tsx'
import { text } from '../../text/choose.ts'
import { filledText, keyOf, type Values } from './template-components.ts'

type TemplateFieldsProps = {
  readonly texts: readonly TemplateText[]
  readonly values: Values
  readonly onChange: (values: Values) => void
}

/** A template's texts as the person will read them, and a field for each variable. */
export function TemplateFields({ texts, values, onChange }: TemplateFieldsProps) {
  const { conversations } = text()
  return (
    <>
      {texts.map((one) => (
        <div key={`${one.place} ${one.button}`} class="stack">
          <p class="copyable break">{filledText(one, values)}</p>
          {one.variables.map(({ name, example }) => {
            const key = keyOf(one, name)
            return (
              <Field
                key={key}
                label={`${nameOf(one)}, {{${name}}}`}
                value={values[key] ?? ''}
                {...(example === null ? {} : { hint: conversations.example(example) })}
                onInput={(value) => onChange({ ...values, [key]: value })}
              />
            )
          })}
        </div>
      ))}
    </>
  )
}

function nameOf({ place, button }: TemplateText): string {
  const name = text().conversations.places[place]
  return button === null ? name : `${name} ${button + 1}`
}
