import type { Key, Row } from '../../../storage/table.ts';
import type { StoredBrand } from '../settings/brand-schema.ts';
import type { ActiveTemplates } from '../settings/active-templates.ts';
import type { Company } from '../settings/company-schema.ts';
import type { Campaign } from '../settings/campaign-schema.ts';

/** Members of the operator data file that are stored elsewhere. */
type StoredElsewhere = 'brand' | 'pdf_templates' | 'order_page';

/** A campaign without its codes, which have their own rows. */
export type StoredCampaign = Omit<Campaign, 'codes' | 'company'>;

/** A company with its settings, in the format of the operator data file, and its campaigns without their codes. */
export interface CompanyRow extends Row, Omit<Company, StoredElsewhere> {
  type: 'company';
  /** The brand of the company; absent: the default brand, in version 1. Writes require its current `version`. */
  brand?: StoredBrand;
  /** Active templates; absent while only the default is active. Writes require their current `version`. */
  pdf_templates?: ActiveTemplates;
  campaigns: StoredCampaign[];
  /**
   * Ids of deleted campaigns. They are never reused, so that codes of a deleted campaign cannot be activated for
   * another campaign.
   */
  deletedCampaigns?: readonly number[];
  /** Number of changes to settings and campaigns; absent: none. Brand and templates have their own versions. */
  version?: number;
  /**
   * Number of changes through the API and the desk. An import must not overwrite a change of this kind that is made
   * while the import runs.
   */
  edits?: number;
}

export const companyPartition = (slug: string): string => `COMPANY#${slug}`;

export const companyKey = (slug: string): Key => ({ pk: companyPartition(slug), sk: 'company' });

/** Companies whose `parent` is this company, by slug. */
export const childrenOf = (root: string) => ({ index: 'ix1', partition: `${root}#children` }) as const;

export const companyIndex = ({ slug, parent }: Pick<Company, 'slug' | 'parent'>): Pick<Row, 'ix1pk' | 'ix1sk'> =>
  parent === undefined ? {} : { ix1pk: childrenOf(parent).partition, ix1sk: slug };

/** Marks that an agency may act for a company, so that a change to the company finds the agency's keys. */
export interface AgencyLinkRow extends Row {
  type: 'agency-link';
  company: string;
  agency: string;
}

export const agencyLinkKey = (agency: string, company: string): Key => ({
  pk: companyPartition(company),
  sk: `agency#${agency}`,
});

export const agenciesOf = (company: string) => ({ partition: companyPartition(company), prefix: 'agency#' });

export const agencyLinkRow = (agency: string, company: string): AgencyLinkRow => ({
  ...agencyLinkKey(agency, company),
  type: 'agency-link',
  v: 1,
  company,
  agency,
});
