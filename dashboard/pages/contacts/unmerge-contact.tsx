import type { UnmergeChanges } from '@recado/contract/contact-merge'
import { call } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'
import { MovedRows, type Named, PlannedChanges, usePlan } from './planned-changes.tsx'

type Props = {
  readonly merged: Named
  readonly survivor: Named
  readonly onClose: () => void
  readonly onUnmerged: () => Promise<unknown>
}

/** Shows what the undoing of a merge will change, and undoes it. */
export function UnmergeContact({ merged, survivor, onClose, onUnmerged }: Props) {
  const path = `/contacts/${merged.id}/unmerge`
  const plan = usePlan<UnmergeChanges>(path, {})
  const { contacts } = text()
  const unmerge = async () => {
    await call('POST', path)
    await onUnmerged()
    onClose()
  }
  return (
    <Dialog title={contacts.unmerge} onClose={onClose}>
      <Form
        submit={contacts.unmerge}
        onSubmit={unmerge}
        onCancel={onClose}
        isReady={plan.changes != null}
        isDanger
      >
        <PlannedChanges
          plan={plan}
          pair={[merged, survivor]}
          nothing={contacts.isApart}
          more={contacts.unmergeMore}
        >
          {({ identities, kept }) => (
            <>
              <MovedRows label={contacts.getsBack} identities={identities} />
              <MovedRows label={contacts.kept} identities={kept} />
            </>
          )}
        </PlannedChanges>
      </Form>
    </Dialog>
  )
}
