import { templateVariables } from '@recado/domain/template/template-variables'
import { test } from 'tap'

test('positional variables carry their place, because each place counts from 1', async (t) => {
  const components = [
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Ok' },
        { type: 'URL', text: 'Ver', url: 'https://a.example/{{1}}' },
      ],
    },
    { type: 'BODY', text: 'Olá {{2}} e {{1}}, de novo {{1}} e {{10}}' },
    { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
    { type: 'FOOTER', text: 'Loja A' },
  ]
  t.same(templateVariables(components, 'POSITIONAL'), [
    'header.1',
    'body.1',
    'body.2',
    'body.10',
    'button.1.1',
  ])
})
test('named variables keep their names and are listed once', async (t) => {
  const components = [
    { type: 'HEADER', format: 'TEXT', text: '{{customer_name}}' },
    { type: 'BODY', text: '{{order_id}} de {{ customer_name }} e {{city}}' },
  ]
  t.same(templateVariables(components, 'NAMED'), ['customer_name', 'order_id', 'city'])
})
test('malformed components give a list', async (t) => {
  for (const odd of [null, undefined, 'text', [null, 7, { type: 'BODY' }], [{ type: 'BUTTONS' }]])
    t.same(templateVariables(odd, 'POSITIONAL'), [])
  t.same(templateVariables([{ type: 'HEADER', format: 'IMAGE' }], 'POSITIONAL'), [])
})
