import { templateTexts } from '@recado/application/templates/template-texts'
import { test } from 'tap'

test('each text lists its variables with the examples of the business', async (t) => {
  const components = [
    { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['991'] } },
    { type: 'BODY', text: 'Olá {{2}} e {{1}}', example: { body_text: [['Ana', 'Rui']] } },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Ok' },
        { type: 'URL', url: 'https://a.example/{{1}}', example: ['https://a.example/991'] },
      ],
    },
  ]
  const given = (name: string, example: string | null) => ({ name, is_named: false, example })
  t.same(templateTexts(components, 'POSITIONAL'), [
    { place: 'header', button: null, text: 'Pedido {{1}}', variables: [given('1', '991')] },
    {
      ...{ place: 'body', button: null, text: 'Olá {{2}} e {{1}}' },
      variables: [given('1', 'Ana'), given('2', 'Rui')],
    },
    {
      ...{ place: 'button', button: 1, text: 'https://a.example/{{1}}' },
      variables: [given('1', '991')],
    },
  ])
})

test('a named variable is listed for each text that uses it, and a link has numbered ones', async (t) => {
  const named = (param_name: string, example: string) => ({ param_name, example })
  const components = [
    {
      ...{ type: 'HEADER', text: '{{name}}' },
      example: { header_text_named_params: [named('name', 'Ana')] },
    },
    { type: 'BODY', text: '{{name}}, {{city}}', example: { body_text_named_params: [] } },
    { type: 'BUTTONS', buttons: [{ type: 'URL', url: 'https://a.example/{{1}}' }] },
  ]
  t.match(templateTexts(components, 'NAMED'), [
    { variables: [{ name: 'name', is_named: true, example: 'Ana' }] },
    {
      variables: [
        { name: 'name', example: null },
        { name: 'city', example: null },
      ],
    },
    { variables: [{ name: '1', is_named: false, example: null }] },
  ])
})

test('malformed components give what texts they can', async (t) => {
  for (const example of [null, 7, [], { body_text: 7 }, { body_text: [[{}]] }])
    t.match(templateTexts([{ type: 'BODY', text: 'Oi {{1}}', example }], 'POSITIONAL'), [
      { variables: [{ example: null }] },
    ])
  for (const odd of [null, 'text', [7], [{ type: 'HEADER', format: 'IMAGE' }]])
    t.same(templateTexts(odd, 'POSITIONAL'), [])
})
