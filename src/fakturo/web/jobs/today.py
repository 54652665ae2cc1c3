"""With what a file would be converted now, and whether an earlier result was made with something else."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from fakturo.convert.mapping import Mapping
from fakturo.domain.inputs import Input, Inputs, changed_inputs
from fakturo.domain.job import Job, Owner, Status
from fakturo.domain.versions import Kind
from fakturo.store.jobs import Jobs
from fakturo.store.templates import TemplateVersions
from fakturo.web.gateway_watch import GatewayWatch


@dataclass(frozen=True, slots=True)
class Today:
    jobs: Jobs
    gateway: GatewayWatch
    templates: TemplateVersions

    async def inputs(self, owner: Owner, mapping: Mapping) -> Inputs:
        """Directory and templates are asked about invoices alone."""
        of_gateway = await self.gateway.inputs()
        if not mapping.is_of_invoices:
            return of_gateway
        directory, taught = await self.jobs.directory_state(owner), await self.templates.state(owner)
        return replace(of_gateway, directory=directory, own_templates=taught)

    async def changed_since(self, job: Job, owner: Owner, mapping: Mapping) -> Collection[Input]:
        """What has changed since the job's result was made; nothing for one that has none, or that a person saved."""
        if job.status is not Status.COMPLETE or job.result_path is None or job.result_kind == Kind.REVIEWED:
            return ()
        today = await self.inputs(owner, mapping)
        return changed_inputs(job.made_with, job.mapping_version, today=today, todays_version=mapping.version)
