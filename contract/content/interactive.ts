import type { z } from 'zod'
import { byType } from './by-type.ts'
import { ButtonMessage } from './interactive-button.ts'
import { FlowMessage } from './interactive-flow.ts'
import { ListMessage } from './interactive-list.ts'

/** A native interactive object. Button, list and flow have the Cloud API's bounds. */
export const Interactive = byType({ button: ButtonMessage, list: ListMessage, flow: FlowMessage })
export type Interactive = z.infer<typeof Interactive>
