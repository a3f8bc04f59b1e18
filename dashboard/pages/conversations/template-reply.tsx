import type { Template } from '@recado/contract/template'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { useSendOnce } from '../../api/send-once.ts'
import { Choice, Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Loaded } from '../../parts/states.tsx'
import { text } from '../../text/choose.ts'
import { componentsOf } from './template-components.ts'

type Props = { readonly conversationId: string; readonly onSent: () => void }

/** The window is closed: only a template that WhatsApp has approved goes out. */
export function TemplateReply(props: Props) {
  const query = useQuery<{ data: readonly Template[] }>('/templates?status=approved&limit=200')
  const { conversations } = text()
  return (
    <div class="card">
      <p class="notice warn">{conversations.closedMore}</p>
      <Loaded query={query} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">{conversations.noTemplates}</p>
          ) : (
            <Fill templates={data} {...props} />
          )
        }
      </Loaded>
    </div>
  )
}

function Fill({ templates, conversationId, onSent }: Props & { templates: readonly Template[] }) {
  const [id, setId] = useState(templates[0]?.id ?? '')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const send = useSendOnce()
  const { conversations } = text()
  const chosen = templates.find((template) => template.id === id)
  if (chosen === undefined) return null
  const reply = async () => {
    const { meta_template_name: name, language, variables } = chosen
    const components = componentsOf(variables, values)
    const template = { name, language, ...(components.length === 0 ? {} : { components }) }
    await send('/messages', { conversation_id: conversationId, type: 'template', template })
    setValues({})
    onSent()
  }
  return (
    <Form
      submit={conversations.sendTemplate}
      onSubmit={reply}
      isReady={chosen.variables.every((name) => (values[name] ?? '').trim() !== '')}
    >
      <Choice
        label={conversations.template}
        value={id}
        choices={templates.map((one) => [one.id, `${one.name} (${one.language})`] as const)}
        onChange={(one) => {
          setId(one)
          setValues({})
        }}
      />
      {chosen.variables.map((name) => (
        <Field
          key={name}
          label={name}
          value={values[name] ?? ''}
          onInput={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
    </Form>
  )
}
