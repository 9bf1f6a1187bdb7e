import { Bell, HardDrive } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/brand/avatar.tsx'
import { Awning } from '#web/ui/brand/awning.tsx'
import { Brand, BrandLogo } from '#web/ui/brand/brand-mark.tsx'
import { Grid } from '#web/ui/catalog/grid.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { Meter } from '#web/ui/feedback/meter.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { StatCard } from '#web/ui/surfaces/stat-card.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { Tabs } from '#web/ui/surfaces/tabs.tsx'
import { SampleGroup, ComponentSample } from './sample.tsx'

const sales = [
  { id: 1, name: 'Recetas de mi abuela', day: '21/11/2025', net: '$ 7.120' },
  { id: 2, name: 'Loops andinos', day: '20/11/2025', net: '$ 960' },
]

/** The name of the theme is part of the landmarks' names, because the page shows every component twice. */
export function SurfaceSamples({ theme }: { theme: string }) {
  return (
    <SampleGroup title="Surfaces">
      <ComponentSample name="Awning, slim Awning">
        <div className="overflow-hidden rounded-card border border-line">
          <Awning />
        </div>
        <div className="overflow-hidden rounded-card border border-line">
          <Awning slim />
        </div>
      </ComponentSample>
      <ComponentSample name="Brand, BrandMark, Avatar" row>
        <Brand name="Marketplace" />
        <BrandLogo className="size-14" />
        <BrandLogo isAnimated className="size-14" />
        <Avatar className="size-12" />
      </ComponentSample>
      <ComponentSample name="StatCard, Meter">
        <Grid kind="stats">
          <StatCard label="Space" value="348 MB" icon={<HardDrive aria-hidden size={18} />}>
            <Meter label="Space in use" value={348} max={1024} valueText="348 MB of 1 GB" />
          </StatCard>
          <StatCard label="Published" value="6" to={paths.dashboardProducts()} />
          <StatCard label="Earnings" value="$ 184.320" hint="since March" />
          <StatCard label="Notices" value="3" icon={<Bell aria-hidden size={18} />} />
        </Grid>
      </ComponentSample>
      <ComponentSample name="Card, panel">
        <div className="grid gap-4 sm:grid-cols-2">
          <Card>A plain card.</Card>
          <Card panel>A panel, for forms.</Card>
        </div>
      </ComponentSample>
      <ComponentSample name="Chip" row>
        <Chip>Ebooks</Chip>
        <Chip tone="jade">From $ 500</Chip>
        <Chip tone="warn">Pending</Chip>
        <Chip tone="bad">Refunded</Chip>
      </ComponentSample>
      <ComponentSample name="Tabs">
        <Tabs
          label="Sales"
          tabs={[
            { id: 'week', label: 'This week', content: 'Two sales.' },
            { id: 'month', label: 'This month', content: 'Nine sales.' },
          ]}
        />
      </ComponentSample>
      <ComponentSample name="Table, Pagination">
        <Table
          caption={`Sales, ${theme}`}
          rows={sales}
          rowKey={sale => sale.id}
          columns={[
            { id: 'name', header: 'Product', cell: sale => sale.name },
            { id: 'day', header: 'Day', cell: sale => sale.day },
            { id: 'net', header: 'You receive', numeric: true, cell: sale => sale.net },
          ]}
        />
        <Pagination
          page={4}
          pages={12}
          hrefFor={page => `?page=${page}`}
          labels={{
            nav: `Pages, ${theme}`,
            previous: 'Previous',
            next: 'Next',
            page: page => `Page ${page}`,
          }}
        />
      </ComponentSample>
    </SampleGroup>
  )
}
