"""Four steps of a transformer on a GPU, with products of random matrices on a stream of its own, profiled by PyTorch."""
import sys

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile, record_function

model = nn.TransformerEncoder(nn.TransformerEncoderLayer(256, 8, 1024, batch_first=True), 2).cuda()
optimiser = torch.optim.AdamW(model.parameters())
x = torch.randn(8, 128, 256, device="cuda")
y = torch.randn_like(x)
aside = torch.cuda.Stream()


def step():
    optimiser.zero_grad()
    with torch.cuda.stream(aside):
        torch.randn(2048, 2048, device="cuda") @ torch.randn(2048, 2048, device="cuda")
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimiser.step()
    return loss.item()


for _ in range(3):
    step()
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True, profile_memory=True) as profiled:
    for i in range(4):
        with record_function(f"step {i}"):
            step()
profiled.export_chrome_trace(sys.argv[1])
