import { deleteProduct, type Product } from '@carewatch/contracts/http/products'
import { Badge, Text, Title } from '@mantine/core'
import { IconDeviceHeartMonitor, IconStretching } from '@tabler/icons-react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { deleteAndShow } from '../../ui/page/done.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { Tile } from '../../ui/page/Tiles.tsx'
import { TypeArt } from '../../ui/devices/TypeArt.tsx'

const looks = {
  fitness: { icon: IconStretching, tone: 1 },
  monitoring: { icon: IconDeviceHeartMonitor, tone: 0 },
} as const

function Price({ price, currency }: Product) {
  if (price === null) return <FormattedMessage id="products.onRequest" />
  return (
    <Ltr>
      <FormattedNumber
        value={price}
        style="currency"
        currency={currency}
        trailingZeroDisplay="stripIfInteger"
      />
    </Ltr>
  )
}

function Editing({ product }: { product: Product }) {
  const may = useMay()
  if (!may(deleteProduct)) return null
  const { uuid, name } = product
  return (
    <RowMenu
      of={name}
      actions={[
        { label: 'action.edit', run: () => openDialog('editProduct', { product }) },
        {
          label: 'action.delete',
          isDangerous: true,
          run: () => void deleteAndShow(() => call(deleteProduct, { params: { uuid } })),
        },
      ]}
    />
  )
}

export function ProductTile({ product }: { product: Product }) {
  const { type, name, summary, description, imageUrl, isPublished } = product
  return (
    <Tile
      art={<TypeArt imageUrl={imageUrl} {...looks[type]} />}
      corner={<Editing product={product} />}
      foot={
        <Text fw={600}>
          <Price {...product} />
        </Text>
      }
    >
      <Title order={2} dir="auto">
        {name}
      </Title>
      {isPublished ? null : (
        <Badge variant="default">
          <FormattedMessage id="catalogue.draft" />
        </Badge>
      )}
      <Text dir="auto">{summary}</Text>
      {description ? (
        <Text size="sm" c="dimmed" dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {description}
        </Text>
      ) : null}
    </Tile>
  )
}
