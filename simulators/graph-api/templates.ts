import type { Json } from './json.ts'

/** A template as `GET /{waba_id}/message_templates` shows it. */
export type Template = Json & { id: string; name: string; language: string; status: string }

export const SAMPLE_TEMPLATES: Template[] = [
  {
    id: '800000001',
    name: 'order_ready',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: 'Olá {{1}}, seu pedido {{2}} está pronto.',
        example: { body_text: [['Ana', '991']] },
      },
      { type: 'FOOTER', text: 'Loja A' },
    ],
  },
  {
    id: '800000002',
    name: 'hello_world',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Welcome and congratulations!' }],
  },
  {
    id: '800000003',
    name: 'spring_sale',
    language: 'pt_BR',
    status: 'PENDING',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Promoção de primavera!' }],
  },
]
