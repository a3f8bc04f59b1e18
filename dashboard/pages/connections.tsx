import type { Connection } from '@recado/contract/connection'
import { useState } from 'preact/hooks'
import { about } from '../api/news.ts'
import { useQuery } from '../api/query.ts'
import { may } from '../api/session.ts'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { text } from '../text/choose.ts'
import { AddNumber } from './connections/add-number.tsx'
import { nameOf } from './connections/name-of.ts'

const OF_NUMBERS = about('connection')

/** The account's WhatsApp numbers. */
export function Connections() {
  const query = useQuery<{ data: readonly Connection[] }>('/connections?limit=200', OF_NUMBERS)
  const [isAdding, setAdding] = useState(false)
  const { numbers } = text()
  const add = (
    <button type="button" class="primary" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {numbers.add}
    </button>
  )
  return (
    <Page title={numbers.title} about={numbers.about} actions={may('write') ? add : null}>
      <Loaded query={query} rows={3}>
        {({ data }) => <Numbers connections={data} />}
      </Loaded>
      {isAdding ? <AddNumber onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

function Numbers({ connections }: { connections: readonly Connection[] }) {
  const { numbers } = text()
  const { columns } = numbers
  if (connections.length === 0)
    return (
      <Empty title={numbers.empty}>
        <p class="muted">{numbers.emptyMore}</p>
      </Empty>
    )
  const heads = [columns.number, columns.status, columns.type, columns.sends]
  return (
    <Table label={numbers.title} columns={heads}>
      {connections.map(({ id, phone_number, status, type, capabilities }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`/dashboard/connections/${id}`}>{nameOf({ id, phone_number })}</a>
          </th>
          <td>
            <Status status={status} />
          </td>
          <td>{numbers.types[type === 'official' ? 'official' : 'freemium']}</td>
          <td class="wraps" data-label={columns.sends}>
            {capabilities.message_types.join(', ')}
          </td>
        </tr>
      ))}
    </Table>
  )
}
