import { status } from '@grpc/grpc-js'
import { type Fault, MAX_APPEND_BYTES } from './proposal.ts'
import { invalidArgument, RpcError } from './rpc-error.ts'

export function faultError(fault: Fault): RpcError {
  switch (fault.kind) {
    case 'too_large':
      return new RpcError(
        status.INVALID_ARGUMENT,
        `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`,
        {
          exception: 'maximum-append-size-exceeded',
          'maximum-append-size': String(MAX_APPEND_BYTES),
        },
      )
    case 'missing_metadata':
      return new RpcError(
        status.INVALID_ARGUMENT,
        `Required Metadata Property '${fault.property}' is missing.`,
        {
          exception: 'missing-required-metadata-property',
          'required-metadata-properties': 'type,content-type',
        },
      )
    case 'malformed':
      return invalidArgument(fault.details)
  }
}
