import { productTypes } from '@carewatch/contracts/catalogue'
import { newProduct, type Product, updateProduct } from '@carewatch/contracts/http/products'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { PictureField } from '../../ui/people/PictureField.tsx'

function useFields(): readonly Field[] {
  const intl = useIntl()
  const types = productTypes.map((value) => ({
    value,
    label: intl.formatMessage({ id: `products.type.${value}` }),
  }))
  return [
    { kind: 'text', name: 'name', label: 'products.name', required: true, maxLength: 100 },
    { kind: 'select', name: 'type', label: 'catalogue.type', required: true, half: true, options: types },
    { kind: 'number', name: 'sort', label: 'products.sort', hint: 'products.sortHint', half: true, min: 0 },
    { kind: 'text', name: 'summary', label: 'catalogue.summary', required: true, maxLength: 300 },
    { kind: 'longText', name: 'description', label: 'products.description', maxLength: 4_000 },
    {
      kind: 'number',
      name: 'price',
      label: 'products.price',
      hint: 'products.priceHint',
      half: true,
      min: 0,
    },
    { kind: 'text', name: 'currency', label: 'products.currency', half: true, maxLength: 3, ltr: true },
    { kind: 'checkbox', name: 'isPublished', label: 'catalogue.published' },
  ]
}

const initialOf = (product: Product | undefined) => ({
  name: product?.name ?? '',
  type: product?.type ?? null,
  sort: product?.sort ?? 0,
  summary: product?.summary ?? '',
  description: product?.description ?? '',
  price: product?.price ?? '',
  currency: product?.currency ?? 'ILS',
  isPublished: product?.isPublished ?? true,
  pictureUuid: undefined,
})
type Values = ReturnType<typeof initialOf>

const bodyOf = ({ price, sort, pictureUuid, type, ...values }: Values) => ({
  ...values,
  ...(type && { type }),
  ...(pictureUuid !== undefined && { pictureUuid }),
  price: price === '' ? null : price,
  sort: typeof sort === 'number' ? sort : 0,
})

type Props = { product: Product | undefined; close: () => void }

function useProductForm({ product, close }: Props) {
  const onDone = () => {
    close()
    showDone(product ? 'done.saved' : 'done.added')
  }
  const added = useEndpointForm({ endpoint: newProduct, initial: initialOf(product), body: bodyOf, onDone })
  const changed = useEndpointForm({
    endpoint: updateProduct,
    params: { uuid: product?.uuid },
    initial: initialOf(product),
    body: (values) => ({ ...bodyOf(values), updatedAt: product?.updatedAt.toISOString() }),
    onDone,
  })
  return product ? changed : added
}

function EditProduct(props: Props) {
  const form = useProductForm(props)
  const fields = useFields()
  return (
    <EndpointForm form={form} submit="action.save" onCancel={props.close}>
      <Fields form={form} fields={fields} />
      <PictureField form={form} name="pictureUuid" imageUrl={props.product?.imageUrl ?? null} />
    </EndpointForm>
  )
}

export const editProduct = dialog<{ product?: Product }>({
  title: 'products.edit',
  suffix: ({ product }) => product?.name,
  size: 'lg',
  Body: ({ props: { product }, close }) => <EditProduct product={product} close={close} />,
})
