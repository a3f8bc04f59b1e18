import type { TemplateText } from '@recado/contract/dashboard/template'
import type { Template } from '@recado/contract/template'
import { useState } from 'preact/hooks'
import { useList, useQuery } from '../../api/query.ts'
import { useSendOnce } from '../../api/send-once.ts'
import { Choice } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Loaded } from '../../parts/states.tsx'
import { text } from '../../text/choose.ts'
import { componentsOf, keyOf, type Values } from './template-components.ts'
import { TemplateFields } from './template-fields.tsx'

type Props = { readonly conversationId: string; readonly onSent: () => void }

/** A reply outside the window, for which WhatsApp accepts approved templates only. */
export function TemplateReply({ isUnopened, ...props }: Props & { readonly isUnopened: boolean }) {
  const query = useList<Template>('/templates?status=approved', null)
  const { conversations } = text()
  return (
    <div class="card">
      <p class="notice warn">{conversations[isUnopened ? 'unopenedMore' : 'closedMore']}</p>
      <Loaded query={query} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">{conversations.noTemplates}</p>
          ) : (
            <TemplateForm templates={data} {...props} />
          )
        }
      </Loaded>
    </div>
  )
}

function TemplateForm({
  templates,
  conversationId,
  onSent,
}: Props & { templates: readonly Template[] }) {
  const [id, setId] = useState(templates[0]?.id ?? '')
  const [values, setValues] = useState<Values>({})
  const query = useQuery<{ data: readonly TemplateText[] }>(`/templates/${id}/texts`)
  const send = useSendOnce()
  const { conversations } = text()
  const chosen = templates.find((template) => template.id === id)
  if (chosen === undefined) return null
  const texts = query.body?.data
  const reply = async () => {
    const { meta_template_name: name, language } = chosen
    const components = componentsOf(texts ?? [], values)
    const template = { name, language, ...(components.length === 0 ? {} : { components }) }
    await send('/messages', { conversation_id: conversationId, type: 'template', template })
    setValues({})
    onSent()
  }
  return (
    <Form
      submit={conversations.sendTemplate}
      onSubmit={reply}
      isReady={texts?.every((one) => isFilled(one, values)) ?? false}
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
      <Loaded query={query} rows={2}>
        {({ data }) => <TemplateFields texts={data} values={values} onChange={setValues} />}
      </Loaded>
    </Form>
  )
}

function isFilled(one: TemplateText, values: Values): boolean {
  return one.variables.every(({ name }) => (values[keyOf(one, name)] ?? '').trim() !== '')
}
