import { Refusal, type RefusalDetails } from '@carewatch/contracts/refusal'

/** A body that is well-formed and still cannot be: which field, and the message id under `field.`; beside it what could be. */
export class InvalidFields extends Refusal {
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>, context: RefusalDetails['context'] = {}) {
    super('invalid', 'invalid', { context })
    this.name = 'InvalidFields'
    this.fields = fields
  }
}
