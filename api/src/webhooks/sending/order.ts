/** By which the messages to a Subscription of FHIR come one after the other. */
export const SUBSCRIPTION = 'subscription'
