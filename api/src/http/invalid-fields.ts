import { Refusal } from '@carewatch/contracts/refusal'

/** A body that is well-formed and still cannot be: which field, and the message id under `field.`. */
export class InvalidFields extends Refusal {
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    super('invalid')
    this.name = 'InvalidFields'
    this.fields = fields
  }
}
