import { type ReactNode, useState } from 'react'
import { ProductForm } from '#contract/catalog.ts'
import * as m from '#messages'
import { cache } from '../../../api/cache.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { Failed } from '../../dashboard/failed.tsx'
import { CaptchaNotice } from '../../forms/captcha-notice.tsx'
import { useContractForm } from '../../forms/contract-form.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { pageTitle } from '../../shell/page-title.ts'
import type { Route } from './+types/create-product'
import { currentDraft, type ProductFiles } from './draft.ts'
import { FileFields } from './file-fields.tsx'
import { Preview } from './preview.tsx'
import { CategoryFields, PriceFields, WhatFields } from './product-fields.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { usePublish } from './use-publish.tsx'

export const meta: Route.MetaFunction = args => pageTitle(args, m.create_title(), { hidden: true })

/** Publishing a product. Source: specification, validation of products. */
export default function CreateProduct() {
  const [draft] = useState(currentDraft)
  const { form, errorOf, attempt, refuse, problems } = useContractForm(
    ProductForm,
    ['name', 'description', 'categoryId', 'subcategoryId', 'price'],
    { defaultValues: draft?.form ?? { isPriceDynamic: false } },
  )
  const [files, setFiles] = useState<ProductFiles>(draft?.files ?? { image: null, product: null })
  const { data, error, refetch } = cache.useCategoriesQuery({})
  const { sending, publish, cancel } = usePublish()
  const { image, product } = files
  const complete = image !== null && product !== null

  const refuseAttempt = () => {
    refuse()
    if (!complete) toast('error', m.create_missing_files(), { id: 'missing-files' })
  }
  const submit = form.handleSubmit(async values => {
    if (sending) return
    if (image && product) await publish(values, { image, product })
    else refuseAttempt()
  }, refuseAttempt)

  const missing = [
    ...(product ? [] : [{ name: 'product_file', message: m.create_file_missing() }]),
    ...(image ? [] : [{ name: 'image_file', message: m.create_image_missing() }]),
  ]
  const part = { form, errorOf }
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_14.5rem] xl:gap-10">
      <div className="grid min-w-0 content-start gap-6">
        <header>
          <h1 className="text-title">{m.create_title()}</h1>
          <p className="mt-2.5 text-soft">{m.create_lead()}</p>
        </header>
        {draft && <Banner tone="info">{m.create_draft_kept()}</Banner>}
        {error && <Failed failure={error} onRetry={() => void refetch()} />}
        <form method="post" noValidate className="grid min-w-0 gap-5" onSubmit={submit}>
          <CaptchaNotice />
          <ErrorSummary
            title={m.form_problems()}
            errors={[...problems, ...missing]}
            attempt={attempt}
          />
          <div inert={sending !== undefined} className="grid min-w-0 gap-5">
            <Section title={m.create_section_what()}>
              <WhatFields {...part} />
              <CategoryFields {...part} tree={data?.categories ?? []} />
            </Section>
            <Section title={m.create_section_price()}>
              <PriceFields {...part} />
            </Section>
            <Section title={m.create_section_files()}>
              <FileFields files={files} onChange={setFiles} missing={attempt > 0} />
            </Section>
          </div>
          {sending ? (
            <SendingPanel sending={sending} name={product?.name ?? ''} onCancel={cancel} />
          ) : (
            <SubmitButton
              ready={form.formState.isValid && complete}
              className="w-full sm:w-auto sm:justify-self-start"
            >
              {m.create_submit()}
            </SubmitButton>
          )}
        </form>
      </div>
      <div className="hidden lg:block">
        <LivePreview {...part} image={image} tree={data?.categories ?? []} />
      </div>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card panel className="min-w-0">
      <fieldset className="grid min-w-0 gap-5">
        <legend className="mb-5 font-display text-[1.35rem] leading-tight font-bold tracking-[-0.02em]">
          {title}
        </legend>
        {children}
      </fieldset>
    </Card>
  )
}

function LivePreview({
  form,
  image,
  tree,
}: Pick<Parameters<typeof WhatFields>[0], 'form'> &
  Pick<Parameters<typeof Preview>[0], 'image'> & {
    tree: Parameters<typeof CategoryFields>[0]['tree']
  }) {
  const [name, description, price, dynamic, categoryId, subcategoryId] = form.watch([
    'name',
    'description',
    'price',
    'isPriceDynamic',
    'categoryId',
    'subcategoryId',
  ])
  const category = tree.find(({ id }) => id === Number(categoryId))
  const subcategory = category?.subcategories.find(({ id }) => id === Number(subcategoryId))
  return (
    <Preview
      image={image}
      name={name ?? ''}
      description={description ?? ''}
      price={Number(price ?? 0)}
      dynamic={dynamic === true}
      labels={[category, subcategory].flatMap(chosen => chosen?.name ?? [])}
    />
  )
}
